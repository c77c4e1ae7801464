"""Checks JSON values against the protocol's meta model: types, enumerations, required and unknown properties."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

SPEC = Path(__file__).parent.parent / "Spec"


class Mismatch(Exception):
    """A value that its type does not allow, with the path to the place."""

    def __init__(self, path: str, problem: str):
        super().__init__(f"{path}: {problem}")
        self.depth = path.count(".") + path.count("[")


class MetaModel:
    def __init__(self, model: dict, supplement: dict):
        structures = model["structures"] + supplement["structures"]
        self.structures = {structure["name"]: structure for structure in structures}
        for name, properties in supplement["properties"].items():
            self.structures[name]["properties"] += properties
        self.enumerations = {enumeration["name"]: enumeration for enumeration in model["enumerations"]}
        self.aliases = {alias["name"]: alias["type"] for alias in model["typeAliases"]}
        self.requests = {request["method"]: request for request in model["requests"] + supplement["requests"]}
        self.notifications = {notification["method"]: notification for notification in model["notifications"]}
        self._properties: dict[str, dict[str, dict]] = {}

    def properties(self, name: str) -> dict[str, dict]:
        """The properties of a structure by name, inherited and mixed in ones included."""
        if name not in self._properties:
            structure = self.structures[name]
            found: dict[str, dict] = {}
            for parent in structure.get("extends", []) + structure.get("mixins", []):
                found |= self.properties(parent["name"])
            found |= {each["name"]: each for each in structure["properties"]}
            self._properties[name] = found
        return self._properties[name]

    def check(self, value, kind: dict, path: str) -> None:
        """Raises `Mismatch` unless `value` is of the type that `kind` describes."""
        getattr(self, "_check_" + kind["kind"])(value, kind, path)

    def check_named(self, value, name: str, path: str | None = None) -> None:
        self.check(value, {"kind": "reference", "name": name}, path or name)

    def _check_base(self, value, kind, path):
        if not _BASE[kind["name"]](value):
            raise Mismatch(path, f"{_brief(value)} is no {kind['name']}")

    def _check_stringLiteral(self, value, kind, path):
        if value != kind["value"]:
            raise Mismatch(path, f"{_brief(value)} is not {kind['value']!r}")

    def _check_array(self, value, kind, path):
        if not isinstance(value, list):
            raise Mismatch(path, f"{_brief(value)} is no array")
        for index, element in enumerate(value):
            self.check(element, kind["element"], f"{path}[{index}]")

    def _check_tuple(self, value, kind, path):
        if not isinstance(value, list) or len(value) != len(kind["items"]):
            raise Mismatch(path, f"{_brief(value)} is no tuple of {len(kind['items'])}")
        for index, (element, item) in enumerate(zip(value, kind["items"], strict=True)):
            self.check(element, item, f"{path}[{index}]")

    def _check_map(self, value, kind, path):
        if not isinstance(value, dict):
            raise Mismatch(path, f"{_brief(value)} is no object")
        for key, element in value.items():
            self.check(element, kind["value"], f"{path}.{key}")

    def _check_literal(self, value, kind, path):
        self._check_object(value, {each["name"]: each for each in kind["value"]["properties"]}, path)

    def _check_and(self, value, kind, path):
        properties: dict[str, dict] = {}
        for item in kind["items"]:
            properties |= self.properties(item["name"])
        self._check_object(value, properties, path)

    def _check_or(self, value, kind, path):
        failures = []
        for item in kind["items"]:
            try:
                return self.check(value, item, path)
            except Mismatch as mismatch:
                failures.append(mismatch)
        # The alternative that went furthest is the one that was meant.
        raise max(failures, key=lambda failure: failure.depth)

    def _check_reference(self, value, kind, path):
        name = kind["name"]
        if name == "LSPAny":
            return  # Whatever JSON can say.
        if name in self.aliases:
            self.check(value, self.aliases[name], path)
        elif name in self.enumerations:
            self._check_enumeration(value, self.enumerations[name], path)
        else:
            self._check_object(value, self.properties(name), path)

    def _check_enumeration(self, value, enumeration, path):
        self.check(value, enumeration["type"], path)
        known = [each["value"] for each in enumeration["values"]]
        if value not in known and not enumeration.get("supportsCustomValues"):
            raise Mismatch(path, f"{_brief(value)} is not in {enumeration['name']}")

    def _check_object(self, value, properties, path):
        if not isinstance(value, dict):
            raise Mismatch(path, f"{_brief(value)} is no object")
        for name in value:
            if name not in properties:
                raise Mismatch(f"{path}.{name}", "unknown property")
        for name, each in properties.items():
            if name in value:
                self.check(value[name], each["type"], f"{path}.{name}")
            elif not each.get("optional"):
                raise Mismatch(f"{path}.{name}", "missing")


def _is_integer(value) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


_BASE = {
    "string": lambda value: isinstance(value, str),
    "DocumentUri": lambda value: isinstance(value, str) and ":" in value,
    "URI": lambda value: isinstance(value, str) and ":" in value,
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "integer": lambda value: _is_integer(value) and -(2**31) <= value < 2**31,
    "uinteger": lambda value: _is_integer(value) and 0 <= value < 2**31,
    "decimal": lambda value: _is_integer(value) or isinstance(value, float),
}


def _brief(value) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else text[:79] + "…"


@lru_cache(maxsize=1)
def meta_model() -> MetaModel:
    def load(name: str) -> dict:
        return json.loads((SPEC / name).read_text(encoding="utf-8"))

    return MetaModel(load("lsp-3.18-metaModel.json"), load("supplement.json"))
