import { usePartner } from './partner.tsx'

/** The partner's logo, 32 px high; the light or the dark one as the theme asks. */
export function Brand() {
  const { partnerName, brand } = usePartner()
  return (
    <picture>
      <source srcSet={brand.logoDark} media="(prefers-color-scheme: dark)" />
      <img src={brand.logo} alt={partnerName} height={32} width={140} />
    </picture>
  )
}
