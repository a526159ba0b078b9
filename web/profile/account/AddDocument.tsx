import { addIdentityDocument } from '@cuida/core/profile/account/account-api.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { documentProblems, profileRules } from '@cuida/core/profile/account/problems.ts'
import type { DocumentType, Profile } from '@cuida/core/profile/account/profile.ts'
import { serverDate } from '@cuida/ui/client/server-clock.ts'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { Select } from '@cuida/ui/Select/Select.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { profileProblemMessage } from '../../access/registration/PersonFields.tsx'
import { ConflictAlert, isConflict } from '../../access/session/ConflictAlert.tsx'
import { usePartner } from '../../kit/content/partner.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { useMutation } from '../../kit/mutations.ts'

/**
 * The document that the partner asks for after the registration, until it is given. `?add=document` opens the form: Home
 * leads here before a consultation.
 */
export function AddDocument({ profile }: { profile: Profile }) {
  const rules = profileRules(usePartner(), serverDate())
  const [query] = useSearchParams()
  const [isOpen, setOpen] = useState(query.get('add') === 'document')
  if (!rules.isDocumentLater || rules.documentTypes.length === 0 || profile.document) return null
  return (
    <>
      <List>
        <ListRow
          icon="user"
          title={t('profile.document.add')}
          detail={t('profile.document.why')}
          onClick={() => setOpen(true)}
        />
      </List>
      {isOpen && <DocumentDialog documentTypes={rules.documentTypes} onClose={() => setOpen(false)} />}
    </>
  )
}

function DocumentDialog({ documentTypes, onClose }: { documentTypes: readonly string[]; onClose: () => void }) {
  const add = useMutation(addIdentityDocument, { keep: (profile, keeper) => keeper(me, {}, profile) })
  const form = useDialogForm({
    initial: { documentType: documentTypes[0] ?? '', documentNumber: '' },
    check: (document) => documentProblems(document, { documentTypes }),
    submit: ({ documentType, documentNumber }) =>
      add.mutateAsync({ documentType: documentType as DocumentType, documentNumber }),
    message: profileProblemMessage,
    done: () => t('profile.saved'),
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('profile.document.add')}
      act={t('profile.save')}
      refused={(failure) => (isConflict(failure) ? <ConflictAlert {...failure} /> : <FailureAlert failure={failure} />)}
    >
      <Select
        label={t('access.profile.documentType')}
        options={documentTypes.map((value) => ({ value, label: t(`access.profile.document.${value}`) }))}
        {...form.field('documentType')}
      />
      <TextInput
        label={t(`access.profile.documentNumber.${form.values.documentType}`)}
        autoCapitalize="characters"
        autoComplete="off"
        {...form.field('documentNumber')}
      />
    </FormDialog>
  )
}
