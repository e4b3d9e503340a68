// What pkgdown.js does with scripts from the network: the contents of a page, buttons that copy code.
document.addEventListener("DOMContentLoaded", function () {
  const toc = document.getElementById("toc");
  if (toc) {
    const list = document.createElement("ul");
    list.className = "nav flex-column";
    document.querySelectorAll("main h2, main h3").forEach(function (heading) {
      const place = heading.id ? heading : heading.closest("[id]");
      if (!place || place.id === "main" || heading.hasAttribute("data-toc-skip")) return;
      const link = document.createElement("a");
      link.className = "nav-link";
      link.href = "#" + place.id;
      link.textContent = heading.textContent.trim();
      const item = document.createElement("li");
      if (heading.tagName === "H3") item.className = "toc-below";
      item.appendChild(link);
      list.appendChild(item);
    });
    if (list.children.length) toc.appendChild(list);
    else toc.parentElement.classList.add("d-none");
  }

  if (!navigator.clipboard) return;
  document.querySelectorAll("div.sourceCode, div.sourceCode.r").forEach(function (block) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy-code";
    button.textContent = "copy";
    button.setAttribute("aria-label", "Copy this code");
    button.addEventListener("click", function () {
      const code = block.querySelector("pre").textContent.replace(/^#>.*\n?/gm, "");
      navigator.clipboard.writeText(code).then(function () {
        button.textContent = "copied";
        setTimeout(function () { button.textContent = "copy"; }, 1500);
      });
    });
    block.prepend(button);
  });
});
