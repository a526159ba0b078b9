import { usePartner } from '../content/partner.tsx'

const HEIGHT = 32
const SMALL = 24
/** Of a logo, at its height. */
const WIDTH = 140

/** The partner's logo, 32 px high, 24 within a text; the light or the dark one as the theme asks. */
export function Brand({ small = false }: { small?: boolean }) {
  const height = small ? SMALL : HEIGHT
  const { partnerName, brand } = usePartner()
  return (
    <picture>
      <source srcSet={brand.logoDark} media="(prefers-color-scheme: dark)" />
      <img src={brand.logo} alt={partnerName} height={height} width={(WIDTH * height) / HEIGHT} />
    </picture>
  )
}

/** The logo of a root: from there, back is the partner's own page (B2.33). */
export function WayHome() {
  const { marketingHomepageURL } = usePartner()
  return (
    <a href={marketingHomepageURL}>
      <Brand />
    </a>
  )
}
