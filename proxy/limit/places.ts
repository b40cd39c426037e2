/** Counts what is taken of a number of places. */
export interface Places {
  readonly isFull: () => boolean;
  /** Also takes one while it is full, in the stead of one that is about to be left. */
  readonly take: () => void;
  readonly leave: () => void;
}

export const createPlaces = (most: number): Places => divideByTenant(most, 1)();

/**
 * Divides places among tenants, so that no number of others takes all from one: half of them equally, to each its own; of
 * the other half one tenant holds half at most. Gives a function that makes the places of the next tenant.
 */
export function divideByTenant(places: number, tenants: number): () => Places {
  const own = Math.max(1, Math.floor(places / 2 / tenants));
  const common = Math.max(0, places - own * tenants);
  const mostEach = tenants === 1 ? common : Math.ceil(common / 2);
  let takenOfCommon = 0;
  return () => {
    let taken = 0;
    return {
      isFull: () => taken >= own && (takenOfCommon >= common || taken - own >= mostEach),
      take() {
        taken += 1;
        if (taken > own) takenOfCommon += 1;
      },
      leave() {
        if (taken > own) takenOfCommon -= 1;
        taken -= 1;
      },
    };
  };
}

/** Bodies that may be awaited, for each delivery that may be stored at once: what is awaited is not yet believed. */
const BODIES_PER_PLACE = 8;

/** The places of a proxy by what needs one. */
export interface AllPlaces {
  readonly requests: Places;
  readonly deliveries: Places;
  readonly deliveryBodies: Places;
  readonly eventStreams: Places;
}

interface PlaceLimits {
  readonly inFlight: number;
  readonly deliveriesInFlight: number;
  readonly eventStreams: number;
}

/** Divides the places of all kinds, as {@link divideByTenant} does; with one tenant it has them all. */
export function divideAllByTenant(limits: PlaceLimits, tenants: number): () => AllPlaces {
  const kinds = {
    requests: divideByTenant(limits.inFlight, tenants),
    deliveries: divideByTenant(limits.deliveriesInFlight, tenants),
    deliveryBodies: divideByTenant(limits.deliveriesInFlight * BODIES_PER_PLACE, tenants),
    eventStreams: divideByTenant(limits.eventStreams, tenants),
  };
  return () => ({
    requests: kinds.requests(),
    deliveries: kinds.deliveries(),
    deliveryBodies: kinds.deliveryBodies(),
    eventStreams: kinds.eventStreams(),
  });
}
