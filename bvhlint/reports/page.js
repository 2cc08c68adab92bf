// Searching, filtering and grouping of the findings on the page. Nothing is ever built from text.
(() => {
  "use strict";

  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const one = (selector) => document.querySelector(selector);

  const findings = all(".finding").map((element) => ({
    element,
    level: element.dataset.level,
    rule: element.dataset.rule,
    file: element.dataset.file,
    text: element.textContent.toLowerCase(),
  }));
  const levels = new Set(["error", "warning", "info"]);
  const chosen = { rule: "", file: "" };
  const byFile = one("#by-file");
  const byRule = one("#by-rule");
  const search = one("#search");

  function shows(finding, words) {
    return (
      levels.has(finding.level) &&
      (!chosen.rule || chosen.rule === finding.rule) &&
      (!chosen.file || chosen.file === finding.file) &&
      words.every((word) => finding.text.includes(word))
    );
  }

  function apply() {
    const words = search.value.toLowerCase().split(" ").filter(Boolean);
    let shown = 0;
    for (const finding of findings) {
      finding.element.hidden = !shows(finding, words);
      shown += finding.element.hidden ? 0 : 1;
    }
    const narrowed = shown < findings.length;
    for (const box of all(".more, .group")) {
      const visible = box.querySelector(".finding:not([hidden])");
      box.hidden = !visible && (narrowed || !box.querySelector(".note"));
      if (box.matches(".more") && visible && narrowed) box.open = true;
    }
    for (const box of all(".clean")) box.hidden = narrowed;
    one("#shown").textContent = `${shown.toLocaleString()} of ${findings.length.toLocaleString()} shown`;
    one("#nothing").hidden = shown > 0 || findings.length === 0;
    one("#reset").hidden = !narrowed;
  }

  function choose(kind, value) {
    chosen[kind] = chosen[kind] === value ? "" : value;
    for (const button of all(`aside button[data-${kind}]`)) {
      button.setAttribute("aria-pressed", String(button.dataset[kind] === chosen[kind]));
    }
    apply();
  }

  for (const kind of ["rule", "file"]) {
    for (const button of all(`aside button[data-${kind}]`)) {
      button.addEventListener("click", () => choose(kind, button.dataset[kind]));
    }
  }

  for (const button of all("button[data-level]")) {
    button.addEventListener("click", () => {
      const level = button.dataset.level;
      const on = !levels.has(level);
      if (on) levels.add(level);
      else levels.delete(level);
      button.setAttribute("aria-pressed", String(on));
      apply();
    });
  }

  one("#reset").addEventListener("click", () => {
    search.value = "";
    for (const button of all("button[data-level]")) {
      levels.add(button.dataset.level);
      button.setAttribute("aria-pressed", "true");
    }
    if (chosen.rule) choose("rule", chosen.rule);
    if (chosen.file) choose("file", chosen.file);
    apply();
  });

  // A finding goes to its rule's group and comes back to the mark that it left behind.
  const marks = new Map();
  function group(withRules) {
    for (const { element, rule } of findings) {
      if (!marks.has(element)) {
        const mark = document.createComment("");
        element.before(mark);
        marks.set(element, mark);
      }
      if (withRules) byRule.querySelector(`.group[data-rule="${CSS.escape(rule)}"]`).append(element);
      else marks.get(element).after(element);
    }
    byFile.hidden = withRules;
    byRule.hidden = !withRules;
    document.body.classList.toggle("by-rule", withRules);
    apply();
  }

  one("#grouping").addEventListener("click", (event) => {
    const withRules = byRule.hidden;
    event.target.setAttribute("aria-pressed", String(withRules));
    group(withRules);
  });

  one("#theme").addEventListener("click", () => {
    const root = document.documentElement;
    const dark =
      root.dataset.theme === "dark" || (!root.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
    root.dataset.theme = dark ? "light" : "dark";
  });

  let waiting = 0;
  search.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(apply, 80);
  });
  one(".bar").hidden = false;
  apply();
})();
