import type { DependantDetails } from '@cuida/core/profile/family/dependant-api.ts'
import type { Described } from '@cuida/ui/DescriptionList/DescriptionList.tsx'
import { fullDate } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import type { PersonDraft } from '../../access/registration/PersonFields.tsx'

/** Once there is a record, what it knows is not typed any more; a document that was missing still may be. */
export function fixedFields({ identityFixed, document, cpf }: DependantDetails): (keyof PersonDraft)[] {
  if (!identityFixed) return []
  return ['dateOfBirth', ...(document ? (['documentNumber'] as const) : []), ...(cpf ? (['cpf'] as const) : [])]
}

/** The same, to be read. */
export function identityOf({ identityFixed, dateOfBirth, document, cpf }: DependantDetails): Described[] {
  if (!identityFixed) return []
  const kind = document?.documentType
  return [
    { term: t('profile.dateOfBirth'), description: fullDate(dateOfBirth) },
    ...(document
      ? [
          {
            term: kind ? t(`access.profile.document.${kind}`) : t('profile.document'),
            description: document.documentNumber,
          },
        ]
      : []),
    ...(cpf ? [{ term: t('access.profile.cpf'), description: cpf }] : []),
  ]
}
