"""Keeps the rules of progress: one begin, then reports, then one end; percentages never fall."""

from __future__ import annotations

from dataclasses import dataclass, field

from schema import Invalid, check_work_done


@dataclass
class Progress:
    """What was said on one token for work in progress."""

    token: int | str
    begin: dict | None = None
    reports: list[dict] = field(default_factory=list)
    end: dict | None = None

    @property
    def ended(self) -> bool:
        return self.end is not None

    @property
    def percentages(self) -> list[int]:
        values = [self.begin or {}, *self.reports]
        return [value["percentage"] for value in values if "percentage" in value]

    def add(self, value: dict) -> None:
        """Raises `Invalid` when `value` may not follow what was said before."""
        check_work_done(value)
        kind = value["kind"]
        if kind == "begin":
            if self.begin is not None:
                raise Invalid(f"progress {self.token} began twice")
            self.begin = value
            return
        if self.begin is None:
            raise Invalid(f"progress {self.token}: {kind} before begin")
        if self.ended:
            raise Invalid(f"progress {self.token}: {kind} after its end")
        if kind == "end":
            self.end = value
            return
        if ("percentage" in value) != ("percentage" in self.begin):
            raise Invalid(f"progress {self.token}: a percentage is in all reports and the begin, or in none")
        if self.percentages and value.get("percentage", 100) < self.percentages[-1]:
            raise Invalid(f"progress {self.token}: {value['percentage']} % after {self.percentages[-1]} %")
        self.reports.append(value)
