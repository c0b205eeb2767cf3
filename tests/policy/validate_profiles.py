#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Validates every shipped profile against `rocelint schema policy` with an independent validator.

usage: validate_profiles.py ROCELINT
Exits 77 (skipped) where python3-jsonschema or python3-yaml is not installed.
"""
import json
import pathlib
import subprocess
import sys

try:
    import jsonschema
    import yaml
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)


class Loader(yaml.SafeLoader):
    """YAML with days as the text that they are."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, regexp) for tag, regexp in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def main():
    schema = json.loads(subprocess.run([sys.argv[1], "schema", "policy"], check=True,
                                       capture_output=True).stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    root = pathlib.Path(__file__).resolve().parents[2]
    profiles = sorted((root / "profiles").glob("*.yaml"))
    wrong = [f"{path.name}: {error.json_path}: {error.message}" for path in profiles
             for error in validator.iter_errors(yaml.load(path.read_text(), Loader))]
    # A validator that takes everything would pass too.
    slip = {"policy": "x", "roles": {"a": {"cnp": {"priority": 8}}}}
    if validator.is_valid(slip):
        wrong.append("a priority of 8 is valid")
    print("\n".join(wrong) or f"{len(profiles)} profiles are valid")
    return 1 if wrong or not profiles else 0


if __name__ == "__main__":
    sys.exit(main())
