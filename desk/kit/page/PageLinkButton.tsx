import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import type { ComponentProps } from 'react'
import { useRouter } from 'wouter'

/**
 * A link to a desk page, styled as a button. It adds the router's base path, which the design system's links do not
 * know.
 */
export function PageLinkButton({ href, ...look }: ComponentProps<typeof LinkButton>) {
  const { base } = useRouter()
  return <LinkButton {...look} href={base + href} />
}
