import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { PIX_FORM } from '../payment/PayButton.tsx'
import type { PixForm } from './use-pix.ts'

/** What Pix asks before there is a code: whose account pays. The code itself is on the order's screen. */
export function PixFields({ form }: { form: PixForm }) {
  return (
    <form {...form.props} id={PIX_FORM}>
      <TextInput
        label={t('checkout.pix.cpf')}
        hint={t('checkout.pix.cpfHint')}
        inputMode="numeric"
        autoComplete="off"
        {...form.field('cpf')}
      />
    </form>
  )
}
