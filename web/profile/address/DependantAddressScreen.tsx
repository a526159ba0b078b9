import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { cutName } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { failureWords } from '../../kit/failure/FailureAlert.tsx'
import { pathOf } from '../../routes.ts'
import { FoundDependant } from '../family/FoundDependant.tsx'
import { useAddress } from '../queries.ts'
import { AddressForm } from './AddressForm.tsx'

/** Where a minor in my charge lives: with me unless I say otherwise. */
export function DependantAddressScreen({ params }: { params: Record<string, string> }) {
  const id = params.id ?? ''
  const { data, error, isFetching, refetch } = useAddress(id, 'home')
  return (
    <FoundDependant id={id}>
      {({ firstName }) => (
        <Screen
          title={t('profile.family.addressTitle', { name: cutName(firstName) })}
          lead={t('profile.family.addressLead')}
        >
          {error ? (
            <ErrorState failure={error} title={failureWords(error)} busy={isFetching} onAction={() => void refetch()} />
          ) : data ? (
            <AddressForm
              patientId={id}
              kind="home"
              known={data.address}
              hasOwnBilling
              isOther
              backTo={pathOf('editDependant', { id })}
            />
          ) : (
            <Skeleton lines={7} />
          )}
        </Screen>
      )}
    </FoundDependant>
  )
}
