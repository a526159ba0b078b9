import type { Capability } from '@cuida/core/kit/capability.ts'
import { parseCapabilities } from '@cuida/core/kit/capability.ts'

/** What this place goes without, as its page says it (server/pages/pages.ts). */
export const without = (): Capability[] => [
  ...parseCapabilities(document.querySelector<HTMLMetaElement>('meta[name=without]')?.content.replaceAll(' ', ',')),
]
