// The list of open tables reads itself again while somebody looks at it. Focus stays on the same table.

const EVERY_MS = 5000;

/** Fetch the list and exchange it where it has changed. */
async function refresh() {
  const list = document.getElementById("open-tables");
  if (!list || document.hidden) return;
  try {
    const answer = await fetch(list.dataset.refresh ?? "", { headers: { "X-Requested-With": "fetch" } });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("open-tables");
    if (!fresh || fresh.innerHTML === list.innerHTML) return;
    const focused = list.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : null;
    list.replaceWith(fresh);
    if (focused) /** @type {HTMLElement | null} */ (fresh.querySelector(`a[href="${focused}"]`))?.focus();
  } catch {
    // No network: the next round tries again.
  }
}

setInterval(refresh, EVERY_MS);
document.addEventListener("visibilitychange", refresh);
