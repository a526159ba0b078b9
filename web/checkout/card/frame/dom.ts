/** Creates an element with attributes and children. Strings become text nodes; HTML is never parsed. */
export function createHtmlElement<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | undefined> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) element.setAttribute(name, value)
  element.append(...children)
  return element
}

const SVG = 'http://www.w3.org/2000/svg'

/** Decoration beside text: hidden from assistive technology. */
export function createSvgElement(
  attributes: Record<string, string>,
  shapes: [tag: string, Record<string, string>][],
): SVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('aria-hidden', 'true')
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, value)
  for (const [tag, shape] of shapes) {
    const child = document.createElementNS(SVG, tag)
    for (const [name, value] of Object.entries(shape)) child.setAttribute(name, value)
    svg.append(child)
  }
  return svg
}
