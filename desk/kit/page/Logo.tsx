import { usePartner } from '../partner.ts'

/** The partner's logo, as high as the room it is given; light or dark as the theme asks. */
export function Logo({ height = 32 }: { height?: number }) {
  const partner = usePartner()
  if (!partner) return <span style={{ blockSize: height }} />
  const { partnerName, brand } = partner
  return (
    <picture>
      <source srcSet={brand.logoDark} media="(prefers-color-scheme: dark)" />
      <img src={brand.logo} alt={partnerName} height={height} />
    </picture>
  )
}
