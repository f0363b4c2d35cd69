/// A board as it is drawn, as a picture of its own: what the page's styles say of each part goes along.
const STYLES = [
  'fill',
  'fill-opacity',
  'fill-rule',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'visibility',
  'display',
  'color',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'letter-spacing',
  'text-anchor',
  'dominant-baseline',
  'paint-order',
  'transform',
  'transform-origin',
  'transform-box',
  'filter',
  'vector-effect',
] as const;

/// The largest drawing in here: the board.
export function boardIn(place: Element): SVGSVGElement | undefined {
  const size = (svg: SVGSVGElement): number => {
    const { width, height } = svg.getBoundingClientRect();
    return width * height;
  };
  const all = [...place.querySelectorAll('svg')].filter(
    (svg) => !svg.parentElement?.closest('svg'),
  );
  return all.sort((a, b) => size(b) - size(a))[0];
}

/// The drawing as the text of a file.
export function svgText(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const from = [svg, ...svg.querySelectorAll<SVGElement>('*')];
  const to = [copy, ...copy.querySelectorAll<SVGElement>('*')];
  from.forEach((part, i) => {
    const looks = getComputedStyle(part);
    const style = STYLES.map((name) => `${name}:${looks.getPropertyValue(name)}`).join(';');
    to[i]!.setAttribute('style', style);
    for (const name of ['class', 'tabindex', 'role', 'data-place', 'data-mark'])
      to[i]!.removeAttribute(name);
  });
  const { width, height } = svg.getBoundingClientRect();
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(Math.round(width)));
  copy.setAttribute('height', String(Math.round(height)));
  if (!copy.getAttribute('viewBox')) copy.setAttribute('viewBox', `0 0 ${width} ${height}`);
  copy.style.background = getComputedStyle(svg.closest('.board') ?? svg).backgroundColor;
  return new XMLSerializer().serializeToString(copy);
}

/// The same as pixels, twice as fine as on the screen.
export async function png(text: string, width: number, height: number): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * 2);
  canvas.height = Math.round(height * 2);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error())), 'image/png'),
  );
}
