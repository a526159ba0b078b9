import { usePartner } from '../partner.ts'

/** The partner's logo at a given height, in the light or dark variant of the theme. */
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
