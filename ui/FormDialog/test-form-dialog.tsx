import { renderToString } from 'react-dom/server'
import { onTestFinished, vi } from 'vitest'
import { CallFailed, OFFLINE } from '../client/call-failed.ts'
import { Dialog } from '../Dialog/Dialog.tsx'
import { loadMessages } from '../i18n/messages.ts'
import { TextInput } from '../TextInput/TextInput.tsx'
import { listenToToasts } from '../Toast/toasts.ts'
import { actAndFlush } from '../testing/act.ts'
import { renderHookWithQueries, submitForm } from '../testing/render-hook.ts'
import { FormDialog, type FormDialogProps } from './FormDialog.tsx'
import { type DialogFormSettings, useDialogForm } from './use-dialog-form.ts'

loadMessages('en', {
  'ui.leaveDialog': ['Close'],
  'ui.errorSummary.title': ['There is a problem'],
  'ui.errorSummary.short': ['Problem'],
})

export const TAKEN_REFUSAL = new CallFailed(409, 't', { code: 'TAKEN' })
export const NETWORK_ERROR = new CallFailed(0, 't', { code: OFFLINE })
export const NAME_FIELD_ERROR = new CallFailed(400, 't', { code: 'INVALID', fields: { name: 'TAKEN' } })

type Values = Record<'name' | 'reason', string>
type Settings = Partial<DialogFormSettings<Values, string>>

/** A dialog with the fields name and reason, and a mock request that the test resolves. */
export async function renderTestFormDialog(
  settings: Settings = {},
  dialogProps: Partial<FormDialogProps<Values>> = {},
) {
  const answers: PromiseWithResolvers<string>[] = []
  const sent = vi.fn((_: Values) => {
    const answer = Promise.withResolvers<string>()
    answers.push(answer)
    return answer.promise
  })
  const onClose = vi.fn()
  const toast = vi.fn()
  onTestFinished(listenToToasts(toast))
  const page = await renderHookWithQueries(() => {
    const form = useDialogForm<Values, string>({
      initial: { name: '', reason: '' },
      check: ({ name, reason }) => ({ name: name ? undefined : 'REQUIRED', reason: reason ? undefined : 'REQUIRED' }),
      submit: sent,
      message: (field, code) => `${field} ${code}`,
      onClose,
      ...settings,
    })
    const drawn = (
      <FormDialog
        form={form}
        title="Move"
        lead="They are told."
        act="Save"
        {...dialogProps}
        refused={(failure) => failure !== undefined && <p>Why: {String(failure)}</p>}
      >
        <TextInput label="Name" {...form.field('name')} />
        <TextInput label="Reason" {...form.field('reason')} />
      </FormDialog>
    )
    // Renders down to the native dialog element, which receives keys and presses.
    const dialog = Dialog(FormDialog(drawn.props).props)
    const inside = FormDialog(drawn.props).props.children.props as Typed
    return { form, drawn, pressed: dialog?.props as Pressed, inside }
  })
  const last = () => answers.at(-1)
  // A pending React transition in one test would keep those of the following tests pending.
  onTestFinished(() => actAndFlush(() => last()?.resolve('done')))
  return {
    sent,
    onClose,
    toast,
    now: () => page.current().form,
    leave: page.unmount,
    type: (values: Partial<Values>) =>
      page.act(({ form }) => {
        for (const [name, value] of Object.entries(values)) form.set(name as 'name', value)
      }),
    submit: () => page.act(submitForm),
    /** Does not wait for the result of the first submit. */
    submitTwice: () =>
      page.act((it) => {
        submitForm(it)
        submitForm(it)
      }),
    answer: (reply = 'done') => actAndFlush(() => last()?.resolve(reply)),
    fail: (failure: Error) => actAndFlush(() => last()?.reject(failure)),
    escape: () => page.act(({ pressed }) => pressed.onCancel({ preventDefault: () => {} })),
    /** Closes the dialog as the browser does on a second Escape. Returns whether it is open again. */
    forcedShut: async () => {
      const showModal = vi.fn()
      await page.act(({ pressed }) => pressed.onClose({ currentTarget: { isConnected: true, open: false, showModal } }))
      return showModal.mock.calls.length === 1
    },
    /** Whether Enter on this input is kept from submitting. */
    isEnterKept: async (type: string) => {
      const preventDefault = vi.fn()
      await page.act(({ inside }) => inside.onKeyDown?.({ key: 'Enter', target: { type }, preventDefault }))
      return preventDefault.mock.calls.length === 1
    },
    markup: () => renderToString(page.current().drawn),
    text: () => renderToString(page.current().drawn).replaceAll(/<!-- -->|<[^>]*>/g, ' '),
  }
}

interface Typed {
  onKeyDown?: (event: object) => void
}

interface Pressed {
  onCancel: (event: object) => void
  onClose: (event: object) => void
}
