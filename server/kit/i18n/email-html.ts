export interface EmailLink {
  label: string
  url: string
}
export interface EmailBody {
  locale: string
  partner: string
  /** The partner's colour, `#rrggbb`; replaced by the default colour when white text on it would be unreadable. */
  colour: string
  heading: string
  /** Plain text; an empty line separates paragraphs. */
  text: string
  links?: readonly EmailLink[]
}

/** The plain-text part of the e-mail: each link's URL stands after its label. */
export const emailText = ({ text, links = [] }: EmailBody): string =>
  [text, ...links.map(({ label, url }) => `${label}: ${url}`)].join('\n\n')

/**
 * An e-mail as HTML that every mail client shows and every screen reader reads: one heading, paragraphs, and links
 * with descriptive labels. It loads nothing remote, so opening it cannot be tracked.
 */
export function emailHtml({ locale, partner, colour: brandColour, heading, text, links = [] }: EmailBody): string {
  const colour = contrastWithWhite(brandColour) >= READABLE ? brandColour : HOUSE
  const paragraphs = text.split(/\n\n+/).map((each) => `<p style="${P}">${escaped(each).replaceAll('\n', '<br>')}</p>`)
  const actions = links.map(({ label, url }, index) => {
    const style = index === 0 ? `${BUTTON};background:${colour};color:#ffffff` : `${BUTTON};color:${colour}`
    return `<p style="${P}"><a href="${escaped(url)}" style="${style};border:2px solid ${colour}">${escaped(label)}</a></p>`
  })
  return [
    `<!doctype html><html lang="${escaped(locale)}"><head><meta charset="utf-8"><meta name="color-scheme" content="light">`,
    `<meta name="viewport" content="width=device-width"><title>${escaped(heading)}</title></head>`,
    `<body style="margin:0;background:#fbf8f3;color:#1b2624;font:18px/27px system-ui,sans-serif">`,
    `<main style="max-width:560px;margin:0 auto;padding:32px 20px">`,
    `<p style="margin:0 0 24px;font-weight:600;color:${colour}">${escaped(partner)}</p>`,
    `<h1 style="margin:0 0 20px;font-size:26px;line-height:32px">${escaped(heading)}</h1>`,
    ...paragraphs,
    ...actions,
    `</main></body></html>`,
  ].join('\n')
}

const P = 'margin:0 0 16px'
const BUTTON = 'display:inline-block;padding:12px 20px;border-radius:14px;font-weight:600;text-decoration:none'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const HOUSE = '#0F5B50'
/** Above the 4.5 of WCAG 1.4.3, as a margin for the off-white background of the page. */
const READABLE = 5

function contrastWithWhite(colour: string): number {
  const [red = 1, green = 1, blue = 1] = (colour.match(/[0-9a-f]{2}/gi) ?? []).map((part) => {
    const share = Number.parseInt(part, 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}
