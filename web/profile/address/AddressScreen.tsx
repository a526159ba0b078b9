import { AddressKind } from '@cuida/core/profile/address/address.ts'
import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { t } from '@cuida/ui/words/words.ts'
import * as v from 'valibot'
import { failureWords } from '../../kit/failure/FailureAlert.tsx'
import { useSession } from '../../kit/session/session.tsx'
import { useAddress } from '../queries.ts'
import { AddressForm } from './AddressForm.tsx'

/** A2.28: where I live, or where the bill goes. */
export function AddressScreen({ params }: { params: Record<string, string> }) {
  const kind: AddressKind = v.is(AddressKind, params.kind) ? params.kind : 'home'
  const { profile } = useSession()
  const shown = useAddress(profile?.id, kind)
  const billing = useAddress(profile?.id, 'billing')
  return (
    <Screen title={t(`profile.address.${kind}`)} lead={t(`profile.address.${kind}Lead`)}>
      {shown.error || billing.error ? (
        <ErrorState
          failure={shown.error ?? billing.error}
          title={failureWords(shown.error ?? billing.error)}
          busy={shown.isFetching || billing.isFetching}
          onAction={() => void Promise.all([shown.refetch(), billing.refetch()])}
        />
      ) : profile && shown.data && billing.data ? (
        <AddressForm
          patientId={profile.id}
          kind={kind}
          known={shown.data.address}
          hasOwnBilling={billing.data.source === 'own'}
        />
      ) : (
        <Skeleton lines={7} />
      )}
    </Screen>
  )
}
