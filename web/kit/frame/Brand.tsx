import { usePartner } from '../content/partner.tsx'
import css from './Brand.module.css'

const HEIGHT = 32
const SMALL = 24
/** Width of the space at its height, in pixels. */
const WIDTH = 140

/**
 * The partner's logo, 32 px high, or 24 within a text; light or dark by theme. The space is the same for every logo,
 * so that nothing moves when it arrives: wide ones are as wide as the space, square and tall ones as high.
 */
export function Brand({ small = false }: { small?: boolean }) {
  const height = small ? SMALL : HEIGHT
  const { partnerName, brand } = usePartner()
  return (
    <picture>
      <source srcSet={brand.logoDark} media="(prefers-color-scheme: dark)" />
      <img className={css.logo} src={brand.logo} alt={partnerName} height={height} width={(WIDTH * height) / HEIGHT} />
    </picture>
  )
}

/** The logo on a root screen links to the partner's website (B2.33). */
export function WebsiteLink() {
  const { marketingHomepageURL } = usePartner()
  return (
    <a href={marketingHomepageURL}>
      <Brand />
    </a>
  )
}
