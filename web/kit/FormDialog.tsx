import { type FormDialogProps, FormDialog as Shared } from '@cuida/ui/FormDialog/FormDialog.tsx'
import { FailureAlert } from './failure/FailureAlert.tsx'

type Props<V extends object> = Partial<Pick<FormDialogProps<V>, 'refused'>> & Omit<FormDialogProps<V>, 'refused'>

/** A form in a dialog, with the app's messages for refusals. */
export const FormDialog = <V extends object>(props: Props<V>) => (
  <Shared refused={(failure) => <FailureAlert failure={failure} />} {...props} />
)
