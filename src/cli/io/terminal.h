// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rocelint/report.h"

namespace rocelint::cli {

/// How wide and with which colors standard output may be written: 80 columns and none unless it is
/// a terminal. NO_COLOR (https://no-color.org) and TERM=dumb are honoured.
[[nodiscard]] TextOptions text_options(Verbosity verbosity);

}  // namespace rocelint::cli
