import { type FormDialogProps, FormDialog as Shared } from '@cuida/ui/FormDialog/FormDialog.tsx'
import { Failure } from '../Failure.tsx'

type Props<V extends object> = Partial<Pick<FormDialogProps<V>, 'refused'>> & Omit<FormDialogProps<V>, 'refused'>

/** A form in a dialog, with the failure messages of the desk. */
export const FormDialog = <V extends object>(props: Props<V>) => (
  <Shared refused={(failure) => <Failure failure={failure} />} {...props} />
)
