import type { Form } from '@cuida/ui/forms/use-form.ts'
import type { ReactNode } from 'react'
import css from './PageForm.module.css'

interface PageFormProps {
  form: { props: Form<object>['props'] }
  children: ReactNode
}

/** A form in the detail column of a page. */
export const PageForm = ({ form: { props }, children }: PageFormProps) => (
  <form className={css.form} {...props}>
    {children}
  </form>
)

/** Fields side by side, where there is room. */
export const FieldRow = ({ children }: { children: ReactNode }) => <div className={css.beside}>{children}</div>
