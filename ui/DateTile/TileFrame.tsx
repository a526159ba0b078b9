import type { ReactNode } from 'react'
import css from './TileFrame.module.css'

/** A sunken tile whose accent edge means "now"; `className` lays out its content. */
export const TileFrame = ({ className, children }: { className: string | undefined; children: ReactNode }) => (
  <div className={`${css.tile} ${className}`}>{children}</div>
)
