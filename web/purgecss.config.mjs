// What PurgeCSS keeps beside the names that it finds in the pages and scripts of the site (see gate/lighten.py).
export default {
  content: ["**/*.html", "**/*.js"],
  skippedContentGlobs: ["_static/pyodide/**"],
  // The large styles of the theme alone: the book's own are small, and PurgeCSS misses rules that begin with :is().
  css: ["_static/styles/*.css", "_static/sphinx-design.min.css", "_static/mystnb.*.css"],
  fontFace: true,
  // Attributes that scripts set, and names that they put together from parts.
  dynamicAttributes: ["data-theme", "data-mode", "data-bs-theme", "aria-expanded", "aria-current", "aria-selected", "open", "dir"],
  safelist: { standard: [/^bs-/, /^(tooltip|popover)/] },
};
