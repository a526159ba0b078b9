import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import type { ComponentProps } from 'react'
import { useRouter } from 'wouter'

/** A link to a page of the desk, as a button: the design system's links do not know below which address the desk stands. */
export function PageLinkButton({ href, ...look }: ComponentProps<typeof LinkButton>) {
  const { base } = useRouter()
  return <LinkButton {...look} href={base + href} />
}
