"""Silmaril Firewall for Hermes: a fail-open plugin. `register` is what the host calls."""

from .firewall import register

__all__ = ["register"]
