"""Faults put into a copy of the project one at a time, to see that each is caught: `make attack`."""
