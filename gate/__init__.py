"""The gate: builds the book and refuses it when a page could mislead a reader.

`setup` prepares the machine, `execute` runs the pages, `typeset` writes the site, `inspect_site`, `prose` and
`golden` read the finished site as a reader would. Each returns faults; `__main__` is the door to these. `setup`, `lock`,
`new_*`, `starters`, `exercise` and `reproducible` are commands of their own.
"""
