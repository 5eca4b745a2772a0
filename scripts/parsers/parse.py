"""Runs Python's parsers over values: one line of base64 a value on standard input."""
import base64
import datetime
import decimal
import json
import math
import sys
import uuid
import warnings

REFUSED = object()
warnings.simplefilter("ignore")
wanted, table = sys.argv[1:]


def works(read):
    """Accepts what is read without an exception; a check tells by its result."""

    def accepts(text):
        try:
            found = read(text)
            return found is not REFUSED
        except (ValueError, OverflowError, RecursionError, ArithmeticError, TypeError):
            return False

    return accepts


def pydantic(of):
    import pydantic as library

    if wanted == "pydantic1":
        make = library.create_model("Sent", field=(of, ...)).parse_raw
        return lambda text: make('{"field":%s}' % text)
    return library.TypeAdapter(of).validate_json


def pydantic_parsers():
    import pydantic as library

    label = wanted
    json_text = lambda of: pydantic(of)
    quoted = lambda of: (lambda make: lambda text: make(json.dumps(text)))(pydantic(of))
    strict_int = library.StrictInt
    return {
        "whole-number.number": [("int", json_text(int)), ("StrictInt", json_text(strict_int))],
        "whole-number.string": [("int", quoted(int))],
        "number.number": [("float", json_text(float))],
        "number.string": [("float", quoted(float))],
        "boolean.number": [("bool", json_text(bool))],
        "boolean.string": [("bool", quoted(bool))],
        "date-time.string": [("datetime", quoted(datetime.datetime))],
        "date.string": [("date", quoted(datetime.date))],
        "uuid.string": [("UUID", quoted(uuid.UUID))],
        "document": [] if wanted == "pydantic1" else [("from_json", lambda text: __import__("pydantic_core").from_json(text))],
    }


def python_parsers():
    loads = json.loads
    return {
        "whole-number.number": [("json int", lambda text: None if type(loads(text)) is int else REFUSED)],
        "whole-number.string": [("int()", int)],
        "number.number": [("json float finite", lambda text: None if math.isfinite(float(loads(text))) else REFUSED), ("json number", loads)],
        "number.string": [("float()", float), ("Decimal", decimal.Decimal)],
        "date-time.string": [
            ("fromisoformat", datetime.datetime.fromisoformat),
            ("strptime %Y-%m-%dT%H:%M:%S%z", lambda text: datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%S%z")),
            ("strptime %Y-%m-%dT%H:%M:%S.%fZ", lambda text: datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ")),
        ],
        "date.string": [
            ("date.fromisoformat", datetime.date.fromisoformat),
            ("strptime %Y-%m-%d", lambda text: datetime.datetime.strptime(text, "%Y-%m-%d")),
        ],
        "uuid.string": [("uuid.UUID", uuid.UUID)],
        "document": [("json.loads", lambda text: loads(text)), ("json.loads strict=False", lambda text: loads(text, strict=False))],
    }


if wanted == "python":
    version, prefix, rows = "python %d.%d.%d" % sys.version_info[:3], "python%d.%d " % sys.version_info[:2], python_parsers()
else:
    import pydantic as library

    version, prefix, rows = "pydantic " + library.VERSION, wanted + " ", pydantic_parsers()
parsers = [(prefix + name, works(read)) for name, read in rows.get(table, [])]
print("\t".join([version] + [name for name, _ in parsers]))
for line in sys.stdin:
    data = base64.b64decode(line)
    text = data if table == "document" else data.decode("utf-8", "surrogatepass")
    print("".join("1" if accepts(text) else "0" for _, accepts in parsers))
