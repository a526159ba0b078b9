import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { currentNavigator } from './navigator.ts'

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }

/** A native link. The app's router handles plain clicks on addresses of the app. */
export function Link({ href, onClick, ...rest }: LinkProps) {
  const isInternal = href.startsWith('/') && !href.startsWith('//') && !rest.target && rest.download === undefined
  function press(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event)
    const router = currentNavigator()
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!isInternal || !router || !plain || event.defaultPrevented) return
    event.preventDefault()
    router.go(href)
  }
  return (
    <a {...rest} href={href} onClick={press} onPointerDown={() => isInternal && currentNavigator()?.prefetch?.(href)}>
      {rest.children}
    </a>
  )
}
