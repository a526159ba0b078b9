import type { Form } from '@cuida/ui/forms/use-form.ts'
import type { ReactNode } from 'react'
import css from './PlaceForm.module.css'

interface PlaceFormProps {
  form: { props: Form<object>['props'] }
  children: ReactNode
}

/** What is written at a place of the desk, where something chosen would be. */
export const PlaceForm = ({ form: { props }, children }: PlaceFormProps) => (
  <form className={css.form} {...props}>
    {children}
  </form>
)

/** Fields side by side, where there is room. */
export const Beside = ({ children }: { children: ReactNode }) => <div className={css.beside}>{children}</div>
