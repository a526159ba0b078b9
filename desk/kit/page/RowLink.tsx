import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useFocusOnReturn } from './focus.ts'
import css from './RowLink.module.css'

interface RowLinkProps {
  href: string
  isChosen: boolean
  /** The layout of its content. */
  className: string | undefined
  'data-column'?: string
  'data-more'?: string | undefined
  children: ReactNode
}

/**
 * A list row that links to its item. The chosen row is marked, and gets the focus back when the user returns to the
 * list.
 */
export function RowLink({ isChosen, className, ...rest }: RowLinkProps) {
  const row = useFocusOnReturn<HTMLAnchorElement>(isChosen)
  return <Link ref={row} className={`${css.row} ${className}`} aria-current={isChosen || undefined} {...rest} />
}
