/** Counts what is taken of a number of places. */
export interface Places {
  readonly isFull: () => boolean;
  /** Takes a place. While all are taken it counts one too many, for a caller that replaces one about to leave. */
  readonly take: () => void;
  readonly leave: () => void;
}

export const createPlaces = (most: number): Places => divideByTenant(most, 1)();

/**
 * Divides places among tenants, so that the others together can never take all from one. Half of them are reserved in equal
 * parts; the other half is common, and one tenant holds at most half of that: of 100 places for 5 tenants each has 10 of its
 * own and at most 25 of the common 50. Gives a function that makes the places of the next tenant.
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
