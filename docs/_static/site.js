"use strict";
// What the theme leaves out for those who read with keys or with a screen reader.
document.addEventListener("DOMContentLoaded", () => {
  for (const region of document.querySelectorAll(".highlight pre, .table-wrapper, .cell_output > div")) {
    if (region.scrollWidth > region.clientWidth) region.tabIndex = 0; // the arrow keys scroll it
  }
  for (const caption of document.querySelectorAll("p.caption[role=heading]")) caption.ariaLevel = "2";
});
