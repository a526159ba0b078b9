import type { ReactNode } from 'react'
import css from './PlateFrame.module.css'

/** A sunken plate whose accent edge says "now"; `className` lays out what stands on it. */
export const PlateFrame = ({ className, children }: { className: string | undefined; children: ReactNode }) => (
  <div className={`${css.plate} ${className}`}>{children}</div>
)
