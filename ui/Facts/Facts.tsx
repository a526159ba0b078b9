import type { ReactNode } from 'react'
import css from './Facts.module.css'

/** Short facts with dots between them, as elements: "39,00 € · 20 min · Vídeo". No line begins or ends with a dot. */
export const Facts = ({ children }: { children: ReactNode }) => <p className={css.facts}>{children}</p>
