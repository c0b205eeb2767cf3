// SPDX-License-Identifier: GPL-2.0-only
/* Does nothing: that it is loaded is what NCCL and rocelint look at (/sys/module). */
#include <linux/module.h>

MODULE_DESCRIPTION("Test-only stand-in for NVIDIA's peer memory client");
MODULE_VERSION("550.1");
MODULE_LICENSE("GPL");
