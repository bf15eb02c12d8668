// Looks for headings: a field in the header, which is there only where scripts run. And shows where in the map one is.
(() => {
  const map = document.getElementById("map");
  const current = map.querySelector("[aria-current]");
  if (current && current.offsetTop > map.clientHeight - 80) map.scrollTop = current.offsetTop - map.clientHeight / 3;

  const place = document.getElementById("search");
  const base = document.documentElement.dataset.base;
  const field = Object.assign(document.createElement("input"), { type: "search", placeholder: "Search headings" });
  field.setAttribute("aria-label", "Search headings");
  const list = Object.assign(document.createElement("ul"), { hidden: true });
  place.append(field, list);
  const links = () => [...list.querySelectorAll("a")];

  function look() {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = ([text, , page]) => words.every((word) => `${text} ${page}`.toLowerCase().includes(word));
    // What has the words itself comes before what is only on a page that has them.
    const rank = ([text]) => (words.every((word) => text.toLowerCase().includes(word)) ? 0 : 1);
    const found = words.length === 0 ? [] : window.headings.filter(fits).sort((one, other) => rank(one) - rank(other));
    const items = found.slice(0, 12).map(([text, address, page]) => {
      const link = Object.assign(document.createElement("a"), { href: base + address, textContent: text });
      if (text !== page) link.append(Object.assign(document.createElement("small"), { textContent: page }));
      const item = document.createElement("li");
      item.append(link);
      return item;
    });
    if (words.length > 0 && items.length === 0)
      items.push(Object.assign(document.createElement("li"), { textContent: "No heading has these words." }));
    list.replaceChildren(...items);
    list.hidden = items.length === 0;
  }

  field.addEventListener("input", look);
  field.addEventListener("focus", look);
  place.addEventListener("keydown", (event) => {
    const all = [field, ...links()];
    const at = all.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) all[Math.max(0, Math.min(all.length - 1, at + step))].focus();
    else if (event.key === "Enter" && at === 0 && all[1]) all[1].click();
    else if (event.key === "Escape") {
      list.hidden = true;
      field.focus();
    } else return;
    event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    if (!place.contains(event.target) || event.target.closest("a")) list.hidden = true;
  });
})();
