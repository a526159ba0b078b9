import type { Capability } from '@cuida/core/kit/capability.ts'
import { parseCapabilities } from '@cuida/core/kit/capability.ts'

/** The disabled capabilities, from the page's meta tag (server/pages/pages.ts). */
export const disabledCapabilities = (): Capability[] => [
  ...parseCapabilities(
    document.querySelector<HTMLMetaElement>('meta[name=disabled-capabilities]')?.content.replaceAll(' ', ','),
  ),
]
