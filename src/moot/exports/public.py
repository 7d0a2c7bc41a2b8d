"""Offer extensions the files of a session: what its protocol reports, and how they are written."""

from moot.exports.export import write_export
from moot.exports.reports import report, report_name, write_report
from moot.protocols.files import Since
from moot.protocols.registry import files_of

__all__ = ["Since", "files_of", "report", "report_name", "write_export", "write_report"]
