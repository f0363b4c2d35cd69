/// Marks a panel while something of it lies below its edge, so that one sees that it scrolls.
export function more(panel: HTMLElement): () => void {
  const look = (): void => {
    const below = panel.scrollHeight - panel.clientHeight - panel.scrollTop;
    panel.toggleAttribute('data-more', below > 6);
  };
  const sizes = new ResizeObserver(look);
  sizes.observe(panel);
  const words = new MutationObserver(look);
  words.observe(panel, { childList: true, subtree: true, characterData: true });
  panel.addEventListener('scroll', look, { passive: true });
  look();
  return () => {
    sizes.disconnect();
    words.disconnect();
    panel.removeEventListener('scroll', look);
  };
}
