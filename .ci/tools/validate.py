"""Checks documents by a schema, both as JSON on stdin: complaints go to stdout, and the exit code says whether there are any."""
import json
import sys

from jsonschema import Draft202012Validator

given = json.load(sys.stdin)
Draft202012Validator.check_schema(given["schema"])
validator = Draft202012Validator(given["schema"])
complaints = [
    f"file {number}: {error.json_path}: {error.message}"
    for number, file in enumerate(given["files"])
    for error in validator.iter_errors(file)
]
print("\n".join(complaints))
sys.exit(len(complaints) > 0)
