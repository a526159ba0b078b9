import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useFocusOnReturn } from './focus.ts'
import css from './RowLink.module.css'

interface RowLinkProps {
  href: string
  isChosen: boolean
  /** How what stands in it is laid out. */
  className: string | undefined
  'data-column'?: string
  'data-more'?: string | undefined
  children: ReactNode
}

/** A line of a list of the desk and the way to what it is of: the chosen one shows, and has the focus again on the way back. */
export function RowLink({ isChosen, className, ...rest }: RowLinkProps) {
  const row = useFocusOnReturn<HTMLAnchorElement>(isChosen)
  return <Link ref={row} className={`${css.row} ${className}`} aria-current={isChosen || undefined} {...rest} />
}
