import type { Media } from '@cuida/core/brand/strapi.ts'
import { fromApi } from '../platform/platform.ts'
import css from './Invite.module.css'

/** Decorative: text stands beside it. Its space is reserved, so that the layout does not shift. */
export function CampaignPicture({ image }: { image: Media | null }) {
  if (!image) return null
  const { url } = image
  const src = url.startsWith('/') ? fromApi(url as `/${string}`) : url
  return <img className={css.picture} src={src} alt="" width={320} height={160} loading="lazy" />
}
